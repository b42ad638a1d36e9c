/** Places in the site's pages that plugins fill, and what each tells them. */
export type SlotProps = {
  /** Below a question and its answers. */
  'question.footer': { questionId: string; title: string; tags: readonly string[] }
  /** Below each answer. */
  'answer.footer': { questionId: string; answerId: string }
  /** In the sidebar of lists and questions. */
  sidebar: { path: string }
  /** In the side navigation, below its links. */
  navigation: { path: string }
  /** Below the login form. */
  login: { path: string }
  /** On a user's profile. */
  'profile.overview': { userId: string; username: string }
  /** In the toolbar of the editor; only in the browser. */
  'editor.toolbar': { kind: 'question' | 'answer' | 'comment' }
}

export type SlotName = keyof SlotProps

export const slotNames = [
  'question.footer',
  'answer.footer',
  'sidebar',
  'navigation',
  'login',
  'profile.overview',
  'editor.toolbar',
] as const satisfies readonly SlotName[]
