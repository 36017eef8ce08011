/** What a button beside a message box does, by its label. */
import { all, attributeOf, matches, textOf } from "../platform/captured_dom.js";

/**
 * The whole label of a button that sends, in several languages. "Send feedback" is another button, and a single "Ask"
 * or "Reply" may switch a mode or belong to one message.
 */
const SENDS = new RegExp(
  "^(send( (a|the|your|this))?( (message|question|prompt|reply|chat|query|it|now))?|" +
    "(nachricht )?(senden|absenden|abschicken)|envoyer( (le|un))?( message)?|enviar( (el |un |a )?(mensaje|mensagem))?|" +
    "invia( (il )?messaggio)?|отправить( сообщение)?|verzenden|verstuur|" +
    "(发送|傳送|发出|送出)(消息|訊息|讯息)?|送信(する)?|メッセージを送信|(메시지 )?(보내기|전송))$",
);
/** The first word of such a label, whatever follows it. */
const SEND_WORD = /^(send|senden|absenden|abschicken|envoyer|enviar|invia|отправить|verzenden|verstuur|发送|傳送|送信)/;
/** Words in the labels of other buttons, also of those that send a form. */
const OTHER = new Set(
  (
    "attach file files upload image photo camera voice microphone audio record dictate call emoji menu more options " +
    "add new clear close cancel dismiss delete remove reset discard stop pause abort settings model tools search filter " +
    "back edit copy share download login logout log sign register upgrade buy pay donate subscribe unsubscribe feedback " +
    "rename save apply accept agree continue next previous help anmelden abonnieren suchen speichern"
  ).split(" "),
);
const FIELD_BUTTON = "input[type=submit], input[type=button], input[type=image]";

/** @param {Element} button @returns {string} the words that a user can read or hear of it, without a shortcut in brackets */
const labelOf = (button) => {
  const shown = matches(button, FIELD_BUTTON) ? attributeOf(button, "value") : textOf(button);
  const inside = [...all(button, "[aria-label], [alt]")].map(
    (part) => attributeOf(part, "aria-label") ?? attributeOf(part, "alt"),
  );
  const label = [
    attributeOf(button, "aria-label"),
    attributeOf(button, "title"),
    shown,
    attributeOf(button, "alt"),
    ...inside,
  ];
  const words = (label.find((text) => text?.trim()) ?? "").replace(/\([^)]*\)/gu, "").toLowerCase();
  return words
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");
};

/** @param {Element} button @returns {boolean} its whole label says that it sends */
export const saysSend = (button) => SENDS.test(labelOf(button));

/** @param {Element} button @returns {boolean} its label begins with something else */
export const saysOther = (button) => {
  const label = labelOf(button);
  return !SEND_WORD.test(label) && OTHER.has(label.split(" ")[0] ?? "");
};
