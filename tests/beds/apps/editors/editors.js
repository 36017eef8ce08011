// Each gets the place to stand in and what to call on a change, and gives { text, clear }: its own text, not the DOM's.
import { Editor } from "@tiptap/core";
import Mention from "@tiptap/extension-mention";
import { Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";
import { defaultKeymap, history as codeHistory, historyKeymap } from "@codemirror/commands";
import { EditorState as CodeState } from "@codemirror/state";
import {
  EditorView as CodeView,
  keymap as codeKeymap,
  placeholder as codePlaceholder,
  highlightSpecialChars,
} from "@codemirror/view";
import { ContentState, Editor as DraftEditor, EditorState as DraftState } from "draft-js";
import { registerHistory, createEmptyHistoryState } from "@lexical/history";
import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $getRoot, createEditor } from "lexical";
import { baseKeymap } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState, Plugin } from "prosemirror-state";
import { Decoration, DecorationSet, EditorView } from "prosemirror-view";
import Quill from "quill";
import React, { useState } from "react";
import React18 from "react-18";
import { createRoot } from "react-dom/client";
import { createRoot as createRoot18 } from "react-dom-18/client";
import { flushSync } from "react-dom";
import { flushSync as flushSync18 } from "react-dom-18";
import { createEditor as createSlate, Editor as SlateCore, Node as SlateNode, Transforms } from "slate";
import { withHistory } from "slate-history";
import { Editable, Slate, withReact } from "slate-react";

const box = (place, tag = "div") => {
  const made = document.createElement(tag);
  made.className = "box";
  place.append(made);
  return made;
};

const textarea = (place, changed) => {
  const area = box(place, "textarea");
  area.addEventListener("input", changed);
  return {
    text: () => area.value,
    clear: () => {
      area.value = "";
    },
  };
};

const react = (place, changed) => {
  const held = {};
  const Area = () => {
    const [text, setText] = useState("");
    Object.assign(held, { text, setText });
    return React.createElement("textarea", {
      className: "box",
      value: text,
      onChange: (event) => {
        setText(event.target.value);
        changed();
      },
    });
  };
  flushSync(() => createRoot(place).render(React.createElement(Area)));
  return { text: () => held.text, clear: () => flushSync(() => held.setText("")) };
};

const editable = (place, changed) => {
  const div = box(place);
  div.contentEditable = "true";
  div.addEventListener("input", changed);
  return { text: () => div.innerText, clear: () => div.replaceChildren() };
};

const plaintext = (place, changed) => {
  const made = editable(place, changed);
  place.firstElementChild.contentEditable = "plaintext-only";
  return made;
};

const HINT = "Ask anything (the editor's own words)";

const breaks = (node) => (node.type.name === "hard_break" || node.type.name === "hardBreak" ? "\n" : "");

// As sites write it by hand: a node in the box that no caret goes into, for as long as the document is empty.
const hint = new Plugin({
  props: {
    decorations({ doc }) {
      if (doc.textContent || doc.childCount > 1) return null;
      const drawn = document.createElement("span");
      drawn.className = "hint";
      drawn.textContent = HINT;
      return DecorationSet.create(doc, [Decoration.widget(1, drawn, { side: 1 })]);
    },
  },
});

const prosemirror = (place, changed) => {
  const fresh = () => EditorState.create({ schema, plugins: [history(), keymap(baseKeymap), hint] });
  const view = new EditorView(place, {
    state: fresh(),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) changed();
    },
  });
  view.dom.classList.add("box");
  return {
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, "\n", breaks),
    clear: () => view.updateState(fresh()),
  };
};

// A list of people opens at an `@` and takes Enter for itself, as it does in chats.
const people = {
  char: "@",
  items: ({ query }) => ["bob", "alice"].filter((name) => name.startsWith(query)),
  render: () => {
    let last = null;
    const keep = (props) => {
      last = props;
    };
    return {
      onStart: keep,
      onUpdate: keep,
      onKeyDown: ({ event }) => {
        if (event.key !== "Enter" || !last?.items.length) return false;
        last.command({ id: last.items[0], label: last.items[0] });
        return true;
      },
    };
  },
};

const tiptap = (place, changed) => {
  const editor = new Editor({
    element: place,
    extensions: [StarterKit, Placeholder.configure({ placeholder: HINT }), Mention.configure({ suggestion: people })],
    onUpdate: changed,
  });
  editor.view.dom.classList.add("box");
  return {
    text: () => editor.state.doc.textBetween(0, editor.state.doc.content.size, "\n", breaks),
    clear: () => editor.commands.clearContent(),
  };
};

const lexical = (place, changed) => {
  const div = box(place);
  div.setAttribute("aria-placeholder", HINT);
  div.contentEditable = "true";
  const editor = createEditor({
    namespace: "bed",
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(div);
  registerRichText(editor);
  registerHistory(editor, createEmptyHistoryState(), 300);
  editor.update(
    () => {
      $getRoot().append($createParagraphNode());
    },
    { discrete: true },
  );
  editor.registerTextContentListener(changed);
  return {
    text: () =>
      editor.read(() =>
        $getRoot()
          .getChildren()
          .map((block) => block.getTextContent())
          .join("\n"),
      ),
    clear: () =>
      editor.update(
        () => {
          $getRoot().clear().append($createParagraphNode());
        },
        { discrete: true },
      ),
  };
};

const quill = (place, changed) => {
  const editor = new Quill(box(place), { modules: { toolbar: false }, placeholder: HINT });
  editor.on("text-change", changed);
  return { text: () => editor.getText().replace(/\n$/, ""), clear: () => editor.setContents([]) };
};

const codemirror = (place, changed) => {
  const view = new CodeView({
    parent: place,
    root: place.getRootNode(),
    state: CodeState.create({
      extensions: [
        codeHistory(),
        codeKeymap.of([...defaultKeymap, ...historyKeymap]),
        CodeView.lineWrapping,
        codePlaceholder(HINT),
        highlightSpecialChars(),
        CodeView.updateListener.of((update) => update.docChanged && changed()),
      ],
    }),
  });
  view.dom.style.maxHeight = "220px";
  return {
    text: () => view.state.doc.toString(),
    clear: () => view.dispatch({ changes: { from: 0, to: view.state.doc.length } }),
  };
};

const slate = (place, changed) => {
  const editor = withHistory(withReact(createSlate()));
  const empty = () => [{ type: "paragraph", children: [{ text: "" }] }];
  const App = () =>
    React.createElement(
      Slate,
      { editor, initialValue: empty(), onValueChange: changed },
      React.createElement(Editable, { className: "box", placeholder: HINT }),
    );
  flushSync(() => createRoot(place).render(React.createElement(App)));
  const lines = () => editor.children.map((node) => SlateNode.string(node));
  return {
    text: () => lines().join("\n"),
    clear: () => {
      SlateCore.withoutNormalizing(editor, () => {
        Transforms.select(editor, []);
        while (editor.children.length) Transforms.removeNodes(editor, { at: [0] });
        Transforms.insertNodes(editor, empty(), { at: [0] });
      });
    },
  };
};

const draft = (place, changed) => {
  const held = {};
  const App = () => {
    const [state, setState] = React18.useState(() => DraftState.createEmpty());
    Object.assign(held, { state, setState });
    return React18.createElement(DraftEditor, {
      editorState: state,
      placeholder: HINT,
      onChange: (next) => {
        setState(next);
        held.state = next;
        changed();
      },
    });
  };
  flushSync18(() => createRoot18(place).render(React18.createElement(App)));
  return {
    text: () => held.state.getCurrentContent().getPlainText("\n"),
    clear: () => flushSync18(() => held.setState(DraftState.createEmpty())),
  };
};

export const EDITORS = {
  textarea,
  react,
  editable,
  plaintext,
  prosemirror,
  tiptap,
  lexical,
  quill,
  codemirror,
  slate,
  draft,
};
