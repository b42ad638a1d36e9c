export const listViewCookie = 'list_view'

const listViews = ['card', 'compact'] as const
/** How lists of questions are drawn: with the beginning of each text, or without. */
export type ListView = (typeof listViews)[number]

export function isListView(value: unknown): value is ListView {
  return listViews.includes(value as ListView)
}
