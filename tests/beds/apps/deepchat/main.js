// deep-chat with its highlighter, its history in the browser's storage, and a model that speaks chat/completions.
import "deep-chat";
import hljs from "highlight.js";

window.hljs = hljs; // deep-chat highlights when it finds this

const stream = async (body, signals) => {
  const messages = (body.messages || []).map(({ role, text }) => ({
    role: role === "ai" ? "assistant" : "user",
    content: text || "",
  }));
  const answer = await fetch("/v1/chat/completions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ model: "scripted", stream: true, messages }),
  });
  signals.onOpen();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    buffer += decoder.decode(part.value, { stream: true });
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const text = JSON.parse(line.slice(6)).choices?.[0]?.delta?.content;
      if (text) await signals.onResponse({ text }); // what is not waited for is lost when the stream is closed
    }
  }
  signals.onClose();
};

const chat = document.createElement("deep-chat");
chat.style.cssText = "width:900px;height:640px";
chat.connect = { stream: true, handler: stream };
chat.requestBodyLimits = { maxMessages: -1 };
chat.mixedFiles = true;
chat.browserStorage = true;
chat.textInput = { placeholder: { text: "Message deep-chat" } };
document.getElementById("host").append(chat);
