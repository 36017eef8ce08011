/**
 * The client of the server's API.
 *
 * @typedef {{ id: string, role: "user" | "assistant", text: string }} Message
 * @typedef {{ id: string, title: string, messages: Message[] }} Conversation
 * @typedef {{ conversation: string, title: string, user: string, assistant: string }} Begun
 * @typedef {{ begun: (ids: Begun) => void, text: (delta: string) => void }} Listener
 */

import { settings } from "./settings.js";

/** @returns {Promise<{ id: string, title: string }[]>} newest first */
export async function listConversations() {
  const answer = await checked(await fetch("/api/conversations"));
  return (await answer.json()).conversations;
}

/** @param {string} id @returns {Promise<Conversation>} */
export async function loadConversation(id) {
  const answer = await checked(await fetch(`/api/conversations/${encodeURIComponent(id)}`));
  return answer.json();
}

/**
 * Sends a message and reports the answer as it arrives; resolves at its end. Aborting the signal stops the answer.
 * Lines that arrive together are reported as one delta.
 *
 * @param {{ conversation: string | null, text: string }} message
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
export async function chat(message, listener, signal) {
  const body = JSON.stringify({ ...message, rate: settings.rate, token: settings.token });
  const headers = { "Content-Type": "application/json" };
  const answer = await checked(await fetch("/api/chat", { method: "POST", headers, body, signal }));
  const stream = /** @type {ReadableStream<BufferSource>} */ (answer.body);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = /** @type {string} */ (lines.pop());
    let delta = "";
    for (const line of lines) {
      const event = JSON.parse(line);
      if (event.conversation) listener.begun(event);
      else delta += event.text ?? "";
    }
    if (delta) listener.text(delta);
  }
}

/** @param {Response} answer */
async function checked(answer) {
  if (answer.ok) return answer;
  const { error } = await answer.json().catch(() => ({ error: answer.statusText }));
  throw new Error(error);
}
