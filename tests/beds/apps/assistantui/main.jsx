// assistant-ui's primitives and its local runtime. `?md=streamdown` draws with Streamdown and Shiki, else react-markdown
// and Prism do. The classes are those of assistant-ui's own ready-made thread.
import React from "react";
import { createRoot } from "react-dom/client";
import { AssistantRuntimeProvider, useLocalRuntime, ThreadPrimitive, MessagePrimitive, ComposerPrimitive } from "@assistant-ui/react";
import { MarkdownTextPrimitive } from "@assistant-ui/react-markdown";
import { makePrismAsyncSyntaxHighlighter } from "@assistant-ui/react-syntax-highlighter/full";
import { StreamdownTextPrimitive } from "@assistant-ui/react-streamdown";
import { code } from "@streamdown/code";
import remarkGfm from "remark-gfm";
import "./app.css";

const CodeHeader = ({ language, code }) => (
  <div className="aui-code-header-root">
    <span>{language}</span>
    <button onClick={() => navigator.clipboard?.writeText(code)}>Copy</button>
  </div>
);
const components = { SyntaxHighlighter: makePrismAsyncSyntaxHighlighter({}), CodeHeader };
const streamdown = new URLSearchParams(location.search).get("md") === "streamdown";
const Text = streamdown
  ? () => <StreamdownTextPrimitive plugins={{ code }} shikiTheme={["github-light", "github-dark"]} />
  : () => <MarkdownTextPrimitive className="aui-md" remarkPlugins={[remarkGfm]} components={components} />;

const wordsOf = (parts) => parts.filter((part) => part.type === "text").map((part) => part.text).join("\n");

const model = {
  async *run({ messages, abortSignal }) {
    const answer = await fetch("/v1/chat/completions", {
      method: "POST",
      signal: abortSignal,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        model: "scripted",
        stream: true,
        messages: messages.map(({ role, content }) => ({ role, content: wordsOf(content) })),
      }),
    });
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let buffer = "";
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      buffer += decoder.decode(part.value, { stream: true });
      let grew = false;
      for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
        const delta = JSON.parse(line.slice(6)).choices?.[0]?.delta?.content;
        if (delta) {
          text += delta;
          grew = true;
        }
      }
      if (grew) yield { content: [{ type: "text", text }] };
    }
  },
};

const UserMessage = () => (
  <MessagePrimitive.Root className="aui-user-message-root" data-role="user" style={{ whiteSpace: "pre-wrap" }}>
    <MessagePrimitive.Parts />
  </MessagePrimitive.Root>
);
const AssistantMessage = () => (
  <MessagePrimitive.Root className="aui-assistant-message-root" data-role="assistant">
    <MessagePrimitive.Parts components={{ Text }} />
  </MessagePrimitive.Root>
);
const Thread = () => (
  <ThreadPrimitive.Root className="aui-thread-root" style={{ height: "100%", display: "flex", flexDirection: "column" }}>
    <ThreadPrimitive.Viewport className="aui-thread-viewport" style={{ flex: 1, overflowY: "auto" }}>
      <ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage }} />
    </ThreadPrimitive.Viewport>
    <ComposerPrimitive.Root className="aui-composer-root" style={{ display: "flex", padding: 8, gap: 8 }}>
      <ComposerPrimitive.Input className="aui-composer-input" placeholder="Write a message..." style={{ flex: 1 }} />
      <ThreadPrimitive.If running={false}>
        <ComposerPrimitive.Send className="aui-composer-send">Send</ComposerPrimitive.Send>
      </ThreadPrimitive.If>
      <ThreadPrimitive.If running>
        <ComposerPrimitive.Cancel className="aui-composer-cancel">Stop</ComposerPrimitive.Cancel>
      </ThreadPrimitive.If>
    </ComposerPrimitive.Root>
  </ThreadPrimitive.Root>
);
const App = () => (
  <AssistantRuntimeProvider runtime={useLocalRuntime(model)}>
    <Thread />
  </AssistantRuntimeProvider>
);
createRoot(document.getElementById("root")).render(<App />);
