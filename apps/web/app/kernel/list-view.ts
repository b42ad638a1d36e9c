export const listViewCookie = 'list_view'

const listViews = ['card', 'compact'] as const
/** `card` shows an excerpt of each question. */
export type ListView = (typeof listViews)[number]

export function isListView(value: unknown): value is ListView {
  return listViews.includes(value as ListView)
}
