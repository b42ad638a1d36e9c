import { editAnswer, getAnswer } from '@stoa/contract/features/answers'
import { data, redirect } from 'react-router'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { submitWithDraft } from '../../features/content/drafts/submit-with-draft.ts'
import { answerPath } from '../../features/content/questions/permalink.ts'
import { editAnswerForm } from '../../features/content/revisions/edit-forms.ts'
import { EditPage } from '../../features/content/revisions/edit-page.tsx'
import {
  findDenial,
  showFormWith,
  isConflict,
  loadEditing,
  readEdit,
} from '../../features/content/revisions/editing.server.ts'
import { mergeEdit } from '../../features/content/revisions/merging.server.ts'
import { QuestionContext } from '../../features/content/revisions/question-context.tsx'
import { afterPosting } from '../../features/content/shared/posted-toast.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { rejectForm } from '../../kernel/form.server.ts'
import { toPostText } from '../../kernel/post-text.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { Route } from './+types/edit-answer.ts'

type Args = Route.LoaderArgs | Route.ActionArgs

export async function loader(args: Route.LoaderArgs) {
  const { info, question } = await apiFrom(args).call(getAnswer, { id: args.params.aid })
  const { permalink } = args.context.get(visitContext).site
  const path = answerPath(question, info.id, permalink)
  const context = {
    title: question.title,
    text: toPostText(args.context, `question-${question.id}`, question.html),
  }
  const denial = await findDenial(args, info.id)
  if (denial !== null) return data({ path, context, denial: denial.text, editing: null }, denial)
  const version = String(info.version)
  const values = { title: '', content: info.content, tags: '', edit_summary: '', version }
  const loaded = await loadEditing(args, info.id)
  const post = { id: info.id, values: loaded.suggestion ?? values }
  const editing = { ...loaded, tagRules: null, post }
  return data({ path, context, denial: null, editing })
}

export async function action(args: Route.ActionArgs) {
  const { values, hasEditIntent, conflict } = await readEdit(args, editAnswerForm, () =>
    loadCurrent(args),
  )
  if (conflict !== null) return data({ merge: conflict }, { status: 409 })
  if (hasEditIntent) return showFormWith(values)
  const id = args.params.aid
  const result = await submit(args, editAnswer, { id, ...editAnswerForm.toInput(values) })
  if (!result.ok && isConflict(result.envelope)) {
    return data({ merge: await mergeEdit(args, await loadCurrent(args), values) }, { status: 409 })
  }
  if (!result.ok) return withCaptchaData(args, 'edit', rejectForm(editAnswerForm, values, result))
  const { question } = await apiFrom(args).call(getAnswer, { id })
  const path = answerPath(question, id, args.context.get(visitContext).site.permalink)
  return redirect(result.response.wait_for_review ? afterPosting(path, 'suggested') : path)
}

async function loadCurrent(args: Args) {
  const { info } = await apiFrom(args).call(getAnswer, { id: args.params.aid })
  const editor = info.update_user_info ?? info.user_info
  return { ...info, title: '', tags: [], editorName: editor.display_name }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithDraft(() => serverAction())

export default function EditAnswer({ loaderData, actionData }: Route.ComponentProps) {
  const { context, ...rest } = loaderData
  const t = useTranslate()
  return (
    <EditPage
      {...rest}
      title={t('edit.answer_title')}
      spec={editAnswerForm}
      result={actionData}
      header={<QuestionContext {...context} path={rest.path} />}
    />
  )
}
