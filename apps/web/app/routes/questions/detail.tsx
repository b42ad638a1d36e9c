import { getQuestion } from '@stoa/contract/features/questions'
import { Slot } from '@stoa/plugin-kit/ui'
import { redirect } from 'react-router'
import { questionPath } from '../../features/questions/permalink.ts'
import { QuestionView } from '../../features/questions/question-view.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { apiFrom, locationOf } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { toPostText } from '../../kernel/html-store.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import type { Route } from './+types/detail.ts'

export async function loader(args: Route.LoaderArgs) {
  const {
    content: _,
    html,
    ...question
  } = await apiFrom(args).call(getQuestion, {
    id: args.params.qid,
  })
  const canonical = questionPath(question, args.context.get(visitContext).site.permalink)
  const [path = '', query] = locationOf(args.request).split('?')
  if (!isSamePath(path, canonical)) {
    throw redirect(query === undefined ? canonical : `${canonical}?${query}`, 301)
  }
  const text = toPostText(args.context, `question-${question.id}`, html)
  return { question, text, canonical }
}

function isSamePath(one: string, other: string): boolean {
  try {
    return decodeURIComponent(one) === decodeURIComponent(other)
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

export default function QuestionPage({ loaderData }: Route.ComponentProps) {
  const { question, text, canonical } = loaderData
  return (
    <SitePage plan="post">
      <PageTitle
        title={question.title}
        description={question.description}
        canonical={canonical}
        hidden={question.show === 2}
      />
      <QuestionView question={question} text={text} />
      <Slot name="question.footer" questionId={question.id} title={question.title} />
    </SitePage>
  )
}
