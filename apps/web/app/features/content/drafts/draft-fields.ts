import type { Draft } from '@stoa/contract/features/drafts'
import type { DraftTarget } from './browser-store.ts'
import type { Fields } from './local-draft.ts'

export function toSaveInput({ kind, objectId }: DraftTarget, { version = '', ...texts }: Fields) {
  return { kind, object_id: objectId, ...texts, base_version: Number(version) || 0 }
}

export function toFields(draft: Draft, names: readonly string[]): Fields {
  const texts: Fields = {
    title: draft.title,
    content: draft.content,
    tags: draft.tags,
    answer_content: draft.answer_content,
    edit_summary: draft.edit_summary,
    version: String(draft.base_version),
  }
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? '']))
}
