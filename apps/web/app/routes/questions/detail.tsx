import { postAnswer } from '@stoa/contract/features/answers'
import { questionStatuses } from '@stoa/contract/features/questions'
import { lazy, Suspense, useState } from 'react'
import { data, redirect } from 'react-router'
import { useIsLive } from '../../features/community/live/use-live.ts'
import { answerForm } from '../../features/content/answers/answer-form-spec.ts'
import { AnswerSection } from '../../features/content/answers/answer-section.tsx'
import {
  answerTipCookie,
  minReputationWithoutTip,
} from '../../features/content/answers/answer-tip.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { submitWithDraft } from '../../features/content/drafts/submit-with-draft.ts'
import { useFollow } from '../../features/content/follows/use-follow.ts'
import { answerPath, questionPath } from '../../features/content/questions/permalink.ts'
import { QuestionMeta } from '../../features/content/question-page/question-meta.tsx'
import type { QuestionPageData } from '../../features/content/question-page/question-page-data.ts'
import { QuestionPageView } from '../../features/content/question-page/question-page-view.tsx'
import { loadQuestionPage } from '../../features/content/question-page/question-page.server.ts'
import { QuestionSidebar } from '../../features/content/question-page/question-sidebar.tsx'
import {
  parseQuestionUrl,
  type QuestionUrl,
} from '../../features/content/question-page/question-url.ts'
import { afterPosting } from '../../features/content/shared/posted-toast.tsx'
import { LiveScoresContext, noScores } from '../../features/content/votes/live-scores.ts'
import { SlotHtmlContext } from '../../features/site/plugin-slots/slot-html.ts'
import { loadSlots } from '../../features/site/plugin-slots/slots.server.ts'
import { Slot } from '../../features/site/plugin-slots/slot.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { submit } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import type { SlotRequest } from '../../kernel/host-request.ts'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { answerOrderCookie, readCookie } from '../../kernel/preferences.ts'
import type { Route } from './+types/detail.ts'

const LiveQuestion = lazy(async () => ({
  default: (await import('../../features/community/live/live-question.tsx')).LiveQuestion,
}))

const PushOffer = lazy(async () => ({
  default: (await import('../../features/community/push/push-offer.tsx')).PushOffer,
}))

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const url = parseQuestionUrl(
    args.params,
    new URL(args.request.url).searchParams,
    readCookie(args.request.headers.get('cookie'), answerOrderCookie),
  )
  if (url === null) throw data(null, { status: 404 })
  const pageData = await loadPage(args, url)
  const { viewer, site } = args.context.get(visitContext)
  const canonical = questionPath(pageData.question, site.permalink)
  redirectToCanonical(args.url, toCanonicalPath(pageData, canonical))
  const { restrict_answer } = args.context.get(hostContext).site.site_write
  const tip = readCookie(args.request.headers.get('cookie'), answerTipCookie)
  return {
    pageData,
    canonical,
    canAnswerAgain: !restrict_answer,
    hasTip: viewer !== null && viewer.rank < minReputationWithoutTip && tip === null,
    // Cached pages must be the same for all visitors.
    idempotencyKey: viewer === null ? '' : crypto.randomUUID(),
    ...(await loadSlots(args.context, listSlots(pageData, args.url.pathname))),
  }
}

function listSlots({ question, answers }: QuestionPageData, path: string): SlotRequest[] {
  const { id: questionId } = question
  return [
    { name: 'sidebar', props: { path } },
    { name: 'question.footer', props: toFooterProps(question) },
    ...answers.map(({ id: answerId }): SlotRequest => ({
      name: 'answer.footer',
      props: { questionId, answerId },
    })),
  ]
}

function toFooterProps({ id: questionId, title, tags }: QuestionPageData['question']) {
  return { questionId, title, tags: tags.map((tag) => tag.slug_name) }
}

async function loadPage({ params, ...args }: Route.LoaderArgs, url: QuestionUrl) {
  try {
    return await loadQuestionPage(args, params.qid, url)
  } catch (error) {
    const slug = params.aid === undefined && url.answerId !== undefined ? params.slug : undefined
    if (slug === undefined) throw error
    // A title may look like the id of an answer.
    const page = await loadQuestionPage(args, params.qid, { ...url, answerId: undefined })
    if (page.question.url_title !== slug) throw error
    return page
  }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, answerForm)
  const key = values.key === '' ? undefined : values.key
  const result = await submit(args, postAnswer, answerForm.toInput(values), { idempotencyKey: key })
  if (!result.ok) return withCaptchaData(args, 'answer', rejectForm(answerForm, values, result))
  const { info, question } = result.response
  const path = answerPath(question, info.id, args.context.get(visitContext).site.permalink)
  // Without a fragment browsers would keep the one of the form.
  const isHeld = info.status === questionStatuses.pending
  return redirect(`${isHeld ? afterPosting(path, 'held') : path}#answer-${info.id}`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithDraft(() => serverAction())

function toCanonicalPath({ target }: QuestionPageData, canonical: string): string {
  return target.answerId === null ? canonical : `${canonical}/${target.answerId}`
}

function redirectToCanonical(url: URL, canonicalPath: string) {
  if (!isSamePath(url.pathname, canonicalPath)) throw redirect(canonicalPath + url.search, 301)
}

function isSamePath(one: string, other: string): boolean {
  try {
    return decodeURIComponent(one) === decodeURIComponent(other)
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

export default function QuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { pageData, canonical, canAnswerAgain, hasTip, idempotencyKey, slots } = loaderData
  const { question, page, order } = pageData
  const isLive = useIsLive()
  const [scores, setScores] = useState(noScores)
  const follow = useFollow({
    id: question.id,
    source: question,
    loaded: { isFollowed: question.is_followed, count: question.follow_count },
  })
  const pagedCanonical = page > 1 && order === 'default' ? `${canonical}?page=${page}` : canonical
  return (
    <SlotHtmlContext value={slots}>
      <SitePage layout="post" sidebar={<QuestionSidebar pageData={pageData} follow={follow} />}>
        <QuestionMeta
          question={question}
          canonical={pageData.target.answerId === null ? pagedCanonical : canonical}
        />
        <LiveScoresContext value={scores}>
          <QuestionPageView pageData={pageData} path={canonical} follow={follow} />
        </LiveScoresContext>
        {isLive && (
          <Suspense>
            <PushOffer page={pageData} />
          </Suspense>
        )}
        <AnswerSection
          question={question}
          canAnswerAgain={canAnswerAgain}
          hasTip={hasTip}
          idempotencyKey={idempotencyKey}
          rejected={actionData}
        />
        <Slot
          name="question.footer"
          {...toFooterProps(question)}
          className="mt-8 max-w-measure md:ms-gutter"
        />
        {isLive && (
          <Suspense>
            <LiveQuestion key={question.id} page={pageData} onScores={setScores} />
          </Suspense>
        )}
      </SitePage>
    </SlotHtmlContext>
  )
}
