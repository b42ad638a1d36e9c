import { postAnswer } from '@stoa/contract/features/answers'
import { Slot } from '@stoa/plugin-kit/ui'
import { data, redirect } from 'react-router'
import { AnswerDesk } from '../../features/answers/answer-desk.tsx'
import { answerForm } from '../../features/answers/answer-form-spec.ts'
import { answerTipCookie, tippedBelow } from '../../features/answers/answer-tip.tsx'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { sendKeeping } from '../../features/drafts/send-keeping.ts'
import { useFollow } from '../../features/follows/use-follow.ts'
import { answerPath, questionPath } from '../../features/questions/permalink.ts'
import { readAddress } from '../../features/reading/reading-address.ts'
import type { Reading } from '../../features/reading/reading-data.ts'
import { ReadingMeta } from '../../features/reading/reading-meta.tsx'
import { ReadingRail } from '../../features/reading/reading-rail.tsx'
import { ReadingView } from '../../features/reading/reading-view.tsx'
import { loadReading } from '../../features/reading/reading.server.ts'
import { SitePage } from '../../features/site/site-page.tsx'
import { locationOf, submit } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import { readCookie } from '../../kernel/cookies.ts'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import type { Route } from './+types/detail.ts'

export async function loader(args: Route.LoaderArgs) {
  const address = readAddress(args.params, new URL(args.request.url).searchParams)
  if (address === null) throw data(null, { status: 404 })
  const reading = await loadReading(args, args.params.qid, address)
  const { viewer, site } = args.context.get(visitContext)
  const canonical = questionPath(reading.question, site.permalink)
  expectOwnPath(args.request, ownPath(reading, canonical))
  const { restrict_answer } = args.context.get(hostContext).site.site_write
  const tip = readCookie(args.request.headers.get('cookie'), answerTipCookie)
  return {
    reading,
    canonical,
    allowsMore: !restrict_answer,
    showsTip: viewer !== null && viewer.rank < tippedBelow && tip === null,
    // Pages for visitors are the same bytes for all of them.
    sendKey: viewer === null ? '' : crypto.randomUUID(),
  }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, answerForm)
  const key = values.key === '' ? undefined : values.key
  const result = await submit(args, postAnswer, answerForm.toInput(values), { idempotencyKey: key })
  if (!result.ok) return challengedAgain(args, 'answer', formAgain(answerForm, values, result))
  const { info, question } = result.reply
  const path = answerPath(question, info.id, args.context.get(visitContext).site.permalink)
  // Browsers would keep the fragment of the form.
  return redirect(`${path}#answer-${info.id}`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendKeeping(() => serverAction())

/** The one address of what is shown: of an answer, when one was asked for. */
function ownPath({ target }: Reading, canonical: string): string {
  return target.answerId === null ? canonical : `${canonical}/${target.answerId}`
}

function expectOwnPath(request: Request, own: string) {
  const [path = '', query] = locationOf(request).split('?')
  if (!isSamePath(path, own)) throw redirect(query === undefined ? own : `${own}?${query}`, 301)
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
  const { reading, canonical, allowsMore, showsTip, sendKey } = loaderData
  const { question, page, order } = reading
  const follow = useFollow(question.id, {
    isFollowed: question.is_followed,
    count: question.follow_count,
  })
  const kept = page > 1 && order === 'default' ? `${canonical}?page=${page}` : canonical
  return (
    <SitePage plan="post" rail={<ReadingRail reading={reading} follow={follow} />}>
      <ReadingMeta
        question={question}
        canonical={reading.target.answerId === null ? kept : canonical}
      />
      <ReadingView reading={reading} path={canonical} follow={follow} />
      <AnswerDesk
        question={question}
        allowsMore={allowsMore}
        showsTip={showsTip}
        sendKey={sendKey}
        refused={actionData}
      />
      <Slot name="question.footer" questionId={question.id} title={question.title} />
    </SitePage>
  )
}
