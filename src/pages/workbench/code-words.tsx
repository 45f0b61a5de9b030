/** A sentence whose words between backticks are code. */
export const CodeWords = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>));
