/**
 * The names of elements that count when the text of a message is read.
 * Made by tools/make_element_names.py from overlay/scan/element_names.py.
 */
const setOf = (/** @type {string} */ text) => new Set(text.trim().split(/\s+/));
export const BLOCKS = setOf(`
address article aside dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p section table
tbody td th thead tr ul
`);
export const SILENT = setOf(`
blockquote button head iframe input link meta noscript script select style svg template textarea title
`);
export const CALL_TAGS = setOf(`
function_call function_calls function_result invoke parameter tool_call tool_calls
`);
