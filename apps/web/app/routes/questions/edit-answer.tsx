import { editAnswer, getAnswer } from '@stoa/contract/features/answers'
import { data, redirect } from 'react-router'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { sendKeeping } from '../../features/drafts/send-keeping.ts'
import { answerPath } from '../../features/questions/permalink.ts'
import { editAnswerForm } from '../../features/revisions/edit-forms.ts'
import { EditPage } from '../../features/revisions/edit-page.tsx'
import {
  findRefusal,
  goOnWith,
  isConflict,
  loadEditing,
  readEdit,
} from '../../features/revisions/editing.server.ts'
import { mergeWith } from '../../features/revisions/merging.server.ts'
import { QuestionAbove } from '../../features/revisions/question-above.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { formAgain } from '../../kernel/form.server.ts'
import { toPostText } from '../../kernel/html-store.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { Route } from './+types/edit-answer.ts'

type Args = Route.LoaderArgs | Route.ActionArgs

export async function loader(args: Route.LoaderArgs) {
  const { info, question } = await apiFrom(args).call(getAnswer, { id: args.params.aid })
  const { permalink } = args.context.get(visitContext).site
  const path = answerPath(question, info.id, permalink)
  const above = {
    title: question.title,
    text: toPostText(args.context, `question-${question.id}`, question.html),
  }
  const refusal = await findRefusal(args, info.id)
  if (refusal !== null) return data({ path, above, refusal: refusal.text, editing: null }, refusal)
  const version = String(info.version)
  const values = { title: '', content: info.content, tags: '', edit_summary: '', version }
  const post = { id: info.id, values }
  const editing = { ...(await loadEditing(args, info.id)), tagRules: null, post }
  return data({ path, above, refusal: null, editing })
}

export async function action(args: Route.ActionArgs) {
  const { values, isToBeShown, conflict } = await readEdit(args, editAnswerForm, () => now(args))
  if (conflict !== null) return data({ merging: conflict }, { status: 409 })
  if (isToBeShown) return goOnWith(values)
  const id = args.params.aid
  const result = await submit(args, editAnswer, { id, ...editAnswerForm.toInput(values) })
  if (!result.ok && isConflict(result.envelope)) {
    return data({ merging: await mergeWith(args, await now(args), values) }, { status: 409 })
  }
  if (!result.ok) return challengedAgain(args, 'edit', formAgain(editAnswerForm, values, result))
  if (result.reply.wait_for_review) return data({ waits: true as const })
  const { question } = await apiFrom(args).call(getAnswer, { id })
  return redirect(answerPath(question, id, args.context.get(visitContext).site.permalink))
}

/** The answer as it is by now. */
async function now(args: Args) {
  const { info } = await apiFrom(args).call(getAnswer, { id: args.params.aid })
  const by = info.update_user_info ?? info.user_info
  return { ...info, title: '', tags: [], by: by.display_name }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendKeeping(() => serverAction())

export default function EditAnswer({ loaderData, actionData }: Route.ComponentProps) {
  const { above, ...rest } = loaderData
  const t = useTranslate()
  return (
    <EditPage
      {...rest}
      title={t('edit.answer_title')}
      spec={editAnswerForm}
      answered={actionData}
      above={<QuestionAbove {...above} path={rest.path} />}
    />
  )
}
