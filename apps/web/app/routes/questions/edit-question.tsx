import { editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { data, redirect } from 'react-router'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { submitWithDraft } from '../../features/content/drafts/submit-with-draft.ts'
import { questionPath } from '../../features/content/questions/permalink.ts'
import { editQuestionForm } from '../../features/content/revisions/edit-forms.ts'
import { EditPage } from '../../features/content/revisions/edit-page.tsx'
import {
  findDenial,
  showFormWith,
  isConflict,
  loadEditing,
  readEdit,
} from '../../features/content/revisions/editing.server.ts'
import { mergeEdit } from '../../features/content/revisions/merging.server.ts'
import { loadTagRules } from '../../features/content/tags/tag-rules.server.ts'
import { afterPosting } from '../../features/content/shared/posted-toast.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { rejectForm } from '../../kernel/form.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { Route } from './+types/edit-question.ts'

type Args = Route.LoaderArgs | Route.ActionArgs

export async function loader(args: Route.LoaderArgs) {
  const question = await apiFrom(args).call(getQuestion, { id: args.params.qid })
  const path = questionPath(question, args.context.get(visitContext).site.permalink)
  const denial = await findDenial(args, question.id)
  if (denial !== null) return data({ path, denial: denial.text, editing: null }, denial)
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
  const post = { id: question.id, values: editing.suggestion ?? values }
  return data({ path, denial: null, editing: { ...editing, tagRules, post } })
}

export async function action(args: Route.ActionArgs) {
  const { values, hasEditIntent, conflict } = await readEdit(args, editQuestionForm, () =>
    loadCurrent(args),
  )
  if (conflict !== null) return data({ merge: conflict }, { status: 409 })
  if (hasEditIntent) return showFormWith(values)
  const id = args.params.qid
  const result = await submit(args, editQuestion, { id, ...editQuestionForm.toInput(values) })
  if (!result.ok && isConflict(result.envelope)) {
    return data({ merge: await mergeEdit(args, await loadCurrent(args), values) }, { status: 409 })
  }
  if (!result.ok) return withCaptchaData(args, 'edit', rejectForm(editQuestionForm, values, result))
  const edited = { id, url_title: result.response.url_title }
  const path = questionPath(edited, args.context.get(visitContext).site.permalink)
  return redirect(result.response.wait_for_review ? afterPosting(path, 'suggested') : path)
}

async function loadCurrent(args: Args) {
  const question = await apiFrom(args).call(getQuestion, { id: args.params.qid })
  const editor = question.update_user_info ?? question.user_info
  const tags = question.tags.map((tag) => tag.slug_name)
  return { ...question, tags, editorName: editor.display_name }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithDraft(() => serverAction())

export default function EditQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <EditPage
      {...loaderData}
      title={t('edit.question_title')}
      spec={editQuestionForm}
      result={actionData}
    />
  )
}
