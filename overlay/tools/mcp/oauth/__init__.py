"""Signing in to a server that asks for it: OAuth 2.1 with discovery, registration and PKCE, by the SDK."""
