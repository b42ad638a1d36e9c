import { askWithAnswer } from '@stoa/contract/features/answers'
import { getDraft } from '@stoa/contract/features/drafts'
import { getDeletions } from '@stoa/contract/features/posts'
import { askQuestion, questionStatuses } from '@stoa/contract/features/questions'
import { listQuestionsOfUser } from '@stoa/contract/features/user-posts'
import { useState } from 'react'
import { redirect } from 'react-router'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { submitWithDraft } from '../../features/content/drafts/submit-with-draft.ts'
import { AskAdvice } from '../../features/content/questions/ask-advice.tsx'
import { AskFields } from '../../features/content/questions/ask-fields.tsx'
import { askForm } from '../../features/content/questions/ask-form.ts'
import { afterPosting } from '../../features/content/shared/posted-toast.tsx'
import { firstQuestionQuery } from '../../features/content/questions/question-notice.tsx'
import { questionPath } from '../../features/content/questions/permalink.ts'
import { readPrefill } from '../../features/content/questions/prefill.ts'
import { loadTagRules } from '../../features/content/tags/tag-rules.server.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/ask.ts'

export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = new URL(args.request.url)
  const api = apiFrom(args)
  const [draft, tagRules, deletions] = await Promise.all([
    api.call(getDraft, { kind: 'question' }),
    loadTagRules(args),
    api.call(getDeletions, {}),
  ])
  return {
    idempotencyKey: crypto.randomUUID(),
    prefilled: readPrefill(searchParams),
    withAnswer: searchParams.get('answer') === '1',
    draft,
    tagRules,
    blockedUntil: deletions.blocked_until,
  }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, askForm)
  const options = values.key === '' ? {} : { idempotencyKey: values.key }
  const { answer_content, ...question } = askForm.toInput(values)
  const result =
    answer_content === undefined
      ? await submit(args, askQuestion, question, options)
      : await submit(args, askWithAnswer, { ...question, answer_content }, options)
  if (!result.ok) return withCaptchaData(args, 'question', rejectForm(askForm, values, result))
  const created = 'question' in result.response ? result.response.question : result.response
  const { site, viewer } = args.context.get(visitContext)
  const path = questionPath(created, site.permalink)
  if (created.status === questionStatuses.pending) return redirect(afterPosting(path, 'held'))
  const { count } = await apiFrom(args).call(listQuestionsOfUser, {
    username: viewer?.username ?? '',
    page_size: 1,
  })
  return redirect(count === 1 ? path + firstQuestionQuery : path)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithDraft(() => serverAction())

export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const [step, setStep] = useState(0)
  return (
    <Page layout="focus" sidebar={<AskAdvice step={step} />} sidebarLabel={t('ask.advice_title')}>
      <PageMeta title={t('ask.title')} noIndex />
      <AskFields {...loaderData} rejected={actionData} onStep={setStep} />
    </Page>
  )
}
