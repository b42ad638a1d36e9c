/** An unfinished username after an @. */
export type Mention = { start: number; query: string }

// After these characters the Markdown renderer does not treat an @ as a mention either (emails, URLs).
const unfinishedMention = /(?:^|[^a-zA-Z0-9_.+\-/@=#&])@([^\s@]{0,30})$/

/** Finds the mention that ends at the caret. */
export function findMention(text: string, caret: number): Mention | null {
  const query = unfinishedMention.exec(text.slice(0, caret))?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

export function completeMention(text: string, { start, query }: Mention, username: string) {
  const name = `@${username} `
  const rest = text.slice(start + 1 + query.length).replace(/^ /, '')
  return { text: text.slice(0, start) + name + rest, caret: start + name.length }
}

/** Matches the start of the username or of any word of the display name. */
export function matchUsers<User extends { username: string; display_name: string }>(
  users: readonly User[],
  query: string,
  max: number,
): User[] {
  const prefix = query.toLocaleLowerCase()
  const matches = (text: string) => text.toLocaleLowerCase().startsWith(prefix)
  const isMatch = ({ username, display_name }: User) =>
    matches(username) || display_name.split(' ').some(matches)
  return users.filter(isMatch).slice(0, max)
}
