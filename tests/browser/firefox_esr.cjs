// Loaded into Playwright's driver, which drives Firefox by WebDriver BiDi, for two things that fail there.
const stringify = JSON.stringify;
JSON.stringify = (value, ...more) => stringify(value?.method ? changed(value) : value, ...more);

/** Commands that the long-term release does not know; a harmless one does for what the tests need. */
const UNKNOWN = /^(emulation\..*|browser\.setDownloadBehavior|network\.addDataCollector)$/;
const EVALUATE = "(utilityScript, ...args) => utilityScript.evaluate(...args)";

function changed({ params, ...message }) {
  if (UNKNOWN.test(message.method)) return { ...message, method: "session.status", params: {} };
  if (params?.functionDeclaration === EVALUATE) params.functionDeclaration = evaluating(params.arguments[3].value);
  return { ...message, params };
}

/** The policy of the page forbids `eval`, which is asked of this object; what it would get stands in the code. */
function evaluating(expression) {
  const code = expression.replace(/window\.__pw_bidiInsertText\((\w+)\)/, 'void document.execCommand("insertText", false, $1)');
  return `(utilityScript, ...args) =>
    Object.create(utilityScript, { global: { value: { eval: () => (${code}\n) } } }).evaluate(...args)`;
}
