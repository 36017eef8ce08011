"""Sign-in to MCP servers that require it: OAuth 2.1 with discovery, registration and PKCE, using the SDK."""
