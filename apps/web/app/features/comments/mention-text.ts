/** A name that is being typed after an @. */
export type Mention = { start: number; query: string }

// The same letters before an @ that make it part of an address when the comment is rendered.
const unfinished = /(?:^|[^a-zA-Z0-9_.+\-/@=#&])@([^\s@]{0,30})$/

/** The unfinished name that ends at the caret, if one does. */
export function mentionAt(text: string, caret: number): Mention | null {
  const query = unfinished.exec(text.slice(0, caret))?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The text with the name finished, and where the caret stands then. */
export function withMention(text: string, { start, query }: Mention, username: string) {
  const name = `@${username} `
  const rest = text.slice(start + 1 + query.length).replace(/^ /, '')
  return { text: text.slice(0, start) + name + rest, caret: start + name.length }
}

/** Those whose name begins with what was typed; what people are called counts as much as their name. */
export function matchingPeople<Person extends { username: string; display_name: string }>(
  people: readonly Person[],
  query: string,
  most: number,
): Person[] {
  const start = query.toLocaleLowerCase()
  const begins = (text: string) => text.toLocaleLowerCase().startsWith(start)
  const isMeant = ({ username, display_name }: Person) =>
    begins(username) || display_name.split(' ').some(begins)
  return people.filter(isMeant).slice(0, most)
}
