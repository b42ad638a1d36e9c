import { editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { data, redirect } from 'react-router'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { sendKeeping } from '../../features/drafts/send-keeping.ts'
import { questionPath } from '../../features/questions/permalink.ts'
import { editQuestionForm } from '../../features/revisions/edit-forms.ts'
import { EditPage } from '../../features/revisions/edit-page.tsx'
import {
  findRefusal,
  goOnWith,
  isConflict,
  loadEditing,
  readEdit,
} from '../../features/revisions/editing.server.ts'
import { mergeWith } from '../../features/revisions/merging.server.ts'
import { loadTagRules } from '../../features/tags/tag-rules.server.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { formAgain } from '../../kernel/form.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { Route } from './+types/edit-question.ts'

type Args = Route.LoaderArgs | Route.ActionArgs

export async function loader(args: Route.LoaderArgs) {
  const question = await apiFrom(args).call(getQuestion, { id: args.params.qid })
  const path = questionPath(question, args.context.get(visitContext).site.permalink)
  const refusal = await findRefusal(args, question.id)
  if (refusal !== null) return data({ path, refusal: refusal.text, editing: null }, refusal)
  const [editing, tagRules] = await Promise.all([
    loadEditing(args, question.id),
    loadTagRules(args),
  ])
  const values = {
    title: question.title,
    content: question.content,
    tags: question.tags.map((tag) => tag.slug_name).join(' '),
    edit_summary: '',
    version: String(question.version),
  }
  const post = { id: question.id, values }
  return data({ path, refusal: null, editing: { ...editing, tagRules, post } })
}

export async function action(args: Route.ActionArgs) {
  const { values, isToBeShown, conflict } = await readEdit(args, editQuestionForm, () => now(args))
  if (conflict !== null) return data({ merging: conflict }, { status: 409 })
  if (isToBeShown) return goOnWith(values)
  const id = args.params.qid
  const result = await submit(args, editQuestion, { id, ...editQuestionForm.toInput(values) })
  if (!result.ok && isConflict(result.envelope)) {
    return data({ merging: await mergeWith(args, await now(args), values) }, { status: 409 })
  }
  if (!result.ok) return challengedAgain(args, 'edit', formAgain(editQuestionForm, values, result))
  if (result.reply.wait_for_review) return data({ waits: true as const })
  const edited = { id, url_title: result.reply.url_title }
  return redirect(questionPath(edited, args.context.get(visitContext).site.permalink))
}

/** The question as it is by now. */
async function now(args: Args) {
  const question = await apiFrom(args).call(getQuestion, { id: args.params.qid })
  const by = question.update_user_info ?? question.user_info
  const tags = question.tags.map((tag) => tag.slug_name)
  return { ...question, tags, by: by.display_name }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendKeeping(() => serverAction())

export default function EditQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <EditPage
      {...loaderData}
      title={t('edit.question_title')}
      spec={editQuestionForm}
      answered={actionData}
    />
  )
}
