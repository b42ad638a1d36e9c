import { getDraft } from '@stoa/contract/features/drafts'
import { checkEdit, listRevisions } from '@stoa/contract/features/revisions'
import { data } from 'react-router'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import type { Envelope } from '@stoa/contract/envelope'
import type { Reason } from '@stoa/contract/errors'
import { textsOf } from '../../kernel/form.server.ts'
import type { FormSpec } from '../../kernel/form-spec.ts'
import type { EditField, EditValues } from './edit-forms.ts'
import { type Current, mergeWith, toMerged } from './merging.server.ts'

type Args = Parameters<typeof apiFrom>[0]

/** Why the person may not edit a post, in the words of the server; null when they may. */
export async function findRefusal(args: Args, id: string) {
  const checked = await submit(args, checkEdit, { id })
  if (checked.ok) return null
  const text = checked.problem.message?.text ?? Object.values(checked.problem.fields)[0] ?? ''
  return { text, status: checked.status }
}

/** What an edit page needs besides the post: its history without the texts, and what was begun before. */
export async function loadEditing(args: Args, id: string) {
  const api = apiFrom(args)
  const [revisions, draft] = await Promise.all([
    api.call(listRevisions, { object_id: id }),
    api.call(getDraft, { kind: 'edit', object_id: id }),
  ])
  const wanted = Number(new URL(args.request.url).searchParams.get('revision'))
  return {
    draft,
    revisions: revisions.map(({ version, create_at, user_info, reason }) => ({
      version,
      at: create_at,
      name: user_info.display_name,
      reason,
    })),
    /** The text of an earlier version that the address asks for; without scripts that is how to choose one. */
    earlier: revisions.find(({ version }) => version === wanted)?.content.content ?? null,
  }
}

/** What was sent: an edit, or the choices of a merging, which become one. */
export async function readEdit(
  args: Args,
  spec: FormSpec<EditField>,
  getCurrent: () => Promise<Current>,
) {
  const form = await args.request.formData()
  const values: EditValues = textsOf(form, spec)
  const merging = form.get('merging')
  if (merging === null) return { values, isToBeShown: false, conflict: null }
  const current = await getCurrent()
  const merged = await mergeWith(args, current, values)
  // Changed once more in the meantime: the choices were about another text.
  if (String(current.version) !== merging) return { values, isToBeShown: false, conflict: merged }
  const chosen = { ...values, ...toMerged(merged, form) }
  return { values: chosen, isToBeShown: form.get('intent') === 'edit', conflict: null }
}

const conflicting: Reason = 'error.edit.conflict'
export const isConflict = ({ reason }: Envelope) => reason === conflicting

/** Shows the form again with these values and nothing wrong in it. */
export const goOnWith = (values: EditValues) =>
  data({ problem: { fields: {}, message: null }, values, puzzle: null })
