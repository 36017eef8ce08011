/** The values that all looks share, as a sheet. The bundler puts the file's text here. */

export const TOKENS = "{{design_tokens.css}}";
