// n8n's chat page as its Chat Trigger serves it, with a workflow that asks a model that speaks chat/completions.
import { createChat } from "@n8n/chat";
import "@n8n/chat/style.css";

const WEBHOOK = `${location.origin}/webhook/chat`;
const server = window.fetch;
const kept = () => JSON.parse(sessionStorage.getItem("said") ?? "[]");
const keep = (role, content) => {
  sessionStorage.setItem("said", JSON.stringify([...kept(), { role, content }]));
};

// n8n's server gives a workflow's output as one JSON object a line.
const streamed = async (text) => {
  keep("user", text);
  const answer = await server("/v1/chat/completions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ model: "scripted", stream: true, messages: kept() }),
  });
  const metadata = { nodeId: "agent", nodeName: "AI Agent", runIndex: 0, itemIndex: 0 };
  const line = (type, content) =>
    `${JSON.stringify({ type, content, metadata: { ...metadata, timestamp: Date.now() } })}\n`;
  let whole = "";
  let left = "";
  const lines = new TransformStream({
    start: (out) => out.enqueue(line("begin")),
    transform: (part, out) => {
      const events = (left + part).split("\n\n");
      left = events.pop();
      for (const event of events) {
        if (!event.startsWith("data: {")) continue;
        const text = JSON.parse(event.slice(6)).choices[0].delta.content ?? "";
        whole += text;
        if (text) out.enqueue(line("item", text));
      }
    },
    flush: (out) => {
      keep("assistant", whole);
      out.enqueue(line("end"));
    },
  });
  return new Response(
    answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(lines).pipeThrough(new TextEncoderStream()),
  );
};

const history = () => {
  const data = kept().map(({ role, content }) => ({
    id: ["langchain_core", "messages", role === "user" ? "HumanMessage" : "AIMessage"],
    kwargs: { content },
  }));
  return Response.json({ data });
};

window.fetch = async (address, options) => {
  if (String(address) !== WEBHOOK) return server(address, options);
  const { action, chatInput } = JSON.parse(options.body);
  return action === "sendMessage" ? streamed(chatInput) : history();
};

createChat({ webhookUrl: WEBHOOK, target: "#n8n-chat", mode: "fullscreen", enableStreaming: true });
