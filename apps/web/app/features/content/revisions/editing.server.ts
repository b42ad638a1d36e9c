import { getDraft } from '@stoa/contract/features/drafts'
import { checkEdit, getOwnSuggestion, listRevisions } from '@stoa/contract/features/revisions'
import { data } from 'react-router'
import { apiFrom, submit } from '../../../kernel/api.server.ts'
import type { ResponseOf } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import type { Reason } from '@stoa/contract/errors'
import { readFormValues } from '../../../kernel/form.server.ts'
import type { FormSpec } from '../../../kernel/form-spec.ts'
import type { EditField, EditValues } from './edit-forms.ts'
import { type CurrentPost, mergeEdit, applyChoices } from './merging.server.ts'

type Args = Parameters<typeof apiFrom>[0]

/** Why the user may not edit the post, from the server; null if allowed. */
export async function findDenial(args: Args, id: string) {
  const check = await submit(args, checkEdit, { id })
  if (check.ok) return null
  const text = check.problem.message?.text ?? Object.values(check.problem.fields)[0] ?? ''
  return { text, status: check.status }
}

/** The revisions without their texts, the draft and the user's open suggestion. */
export async function loadEditing(args: Args, id: string) {
  const api = apiFrom(args)
  const [revisions, draft, { needs_review: isReviewed, suggestion }] = await Promise.all([
    api.call(listRevisions, { object_id: id }),
    api.call(getDraft, { kind: 'edit', object_id: id }),
    api.call(getOwnSuggestion, { object_id: id }),
  ])
  const requestedVersion = Number(new URL(args.request.url).searchParams.get('revision'))
  return {
    draft,
    isReviewed,
    suggestion: suggestion?.state === 'open' ? toEditValues(suggestion) : null,
    revisions: revisions.map(({ version, create_at, user_info, reason }) => ({
      version,
      at: create_at,
      name: user_info.display_name,
      reason,
    })),
    /** The text of the revision in the URL, which is how to choose one without JavaScript. */
    previousText:
      revisions.find(({ version }) => version === requestedVersion)?.content.content ?? null,
  }
}

type Suggestion = NonNullable<ResponseOf<typeof getOwnSuggestion>['suggestion']>

/** Based on its own version: if the post has changed since, sending it again shows a merge. */
function toEditValues({ content: texts, edit_summary, version }: Suggestion): EditValues {
  return {
    title: texts.title,
    content: texts.content,
    tags: texts.tags.map((tag) => tag.slug_name).join(' '),
    edit_summary,
    version: String(version),
  }
}

/** Reads a submitted edit, or the choices of a merge and applies them. */
export async function readEdit(
  args: Args,
  spec: FormSpec<EditField>,
  getCurrent: () => Promise<CurrentPost>,
) {
  const form = await args.request.formData()
  const values: EditValues = readFormValues(form, spec)
  const mergeVersion = form.get('merging')
  if (mergeVersion === null) return { values, hasEditIntent: false, conflict: null }
  const current = await getCurrent()
  const merged = await mergeEdit(args, current, values)
  // The post was edited again, so the choices no longer apply.
  if (String(current.version) !== mergeVersion)
    return { values, hasEditIntent: false, conflict: merged }
  const mergedValues = { ...values, ...applyChoices(merged, form) }
  return { values: mergedValues, hasEditIntent: form.get('intent') === 'edit', conflict: null }
}

const conflictReason: Reason = 'error.edit.conflict'
export const isConflict = ({ reason }: Envelope) => reason === conflictReason

/** Shows the form with these values and no error. */
export const showFormWith = (values: EditValues) =>
  data({ problem: { fields: {}, message: null }, values, captcha: null })
