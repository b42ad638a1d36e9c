import { toLongId } from '@stoa/contract/ids'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { LiveBar } from '../../../ui/live-bar.tsx'
import { useShownComments } from '../../content/comments/shown-comments.ts'
import type { QuestionPageData } from '../../content/question-page/question-page-data.ts'
import { answerPath } from '../../content/questions/permalink.ts'
import type { LiveScores } from '../../content/votes/live-scores.ts'
import { sendAsked } from './live-connection.ts'
import { LiveWriters } from './live-writers.tsx'
import { findNews, isNothing, type QuestionNews } from './question-news.ts'
import { useQuestionChanges } from './use-question-changes.ts'

type LiveQuestionProps = {
  page: QuestionPageData
  onScores: (scores: LiveScores) => void
}

/** Offers what is new on a question page. Nothing is replaced until the reader asks for it. */
export function LiveQuestion({ page, onScores }: LiveQuestionProps) {
  const t = useTranslate()
  const changes = useQuestionChanges(page, onScores)
  const comments = useShownComments()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const [dismissed, setDismissed] = useState('')
  const focusNewAnswer = useNewAnswerFocus(page)
  useOwnQuestion(page)
  const news = changes && findNews(page, changes, comments)
  const texts = useNewsTexts(news)
  const key = JSON.stringify(news)
  // What the user posts is on the page when the navigation is done.
  const isShown = news !== null && !isNothing(news) && state === 'idle' && key !== dismissed

  async function show(shown: QuestionNews) {
    if (shown.answers.length > 0) focusNewAnswer(shown.answers)
    const hasOnlyComments = shown.answers.length + shown.editedAnswers === 0
    if (!hasOnlyComments || shown.isQuestionEdited) await revalidate()
    for (const [index, id] of shown.commentedPosts.entries())
      await comments.get(id)?.showAll({ movesFocus: shown.answers.length === 0 && index === 0 })
  }
  return (
    <>
      <LiveWriters questionId={page.question.id} />
      <LiveBar
        texts={isShown ? texts : []}
        showLabel={t('live.show')}
        closeLabel={t('toast.close')}
        onShow={() => news !== null && void show(news)}
        onDismiss={() => setDismissed(key)}
      />
    </>
  )
}

function useNewsTexts(news: QuestionNews | null): string[] {
  const t = useTranslate()
  if (news === null) return []
  const { answers, isQuestionEdited, editedAnswers, comments } = news
  return [
    answers.length > 0 && t('live.answers', { count: answers.length }),
    comments > 0 && t('live.comments', { count: comments }),
    isQuestionEdited && t('live.question_edited'),
    editedAnswers > 0 && t('live.answers_edited', { count: editedAnswers }),
  ].filter((text) => text !== false)
}

/** Moves to the first new answer when the page has been loaded, which may be on another page. */
function useNewAnswerFocus(page: QuestionPageData) {
  const { site } = useVisit()
  const navigate = useNavigate()
  const expected = useRef<{ known: Set<string>; ids: readonly string[] } | null>(null)
  useEffect(() => {
    const { known, ids } = expected.current ?? { known: null, ids: [] }
    expected.current = null
    if (known === null) return
    const first = page.answers.find(({ id }) => !known.has(id))
    const element = first && document.getElementById(`answer-${first.id}`)
    if (element) {
      const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
      element.focus({ preventScroll: true })
      element.scrollIntoView({ block: 'start', behavior: isReduced ? 'auto' : 'smooth' })
    } else if (ids[0] !== undefined) {
      void navigate(answerPath(page.question, ids[0], site.permalink))
    }
  }, [page, navigate, site.permalink])
  return (ids: readonly string[]) => {
    expected.current = { known: new Set(page.answers.map(({ id }) => id)), ids }
  }
}

/** Lists in other tabs do not offer it as new. */
function useOwnQuestion({ question }: QuestionPageData) {
  const { viewer } = useVisit()
  const viewerId = viewer?.id
  const isOwn = viewerId === question.user_info.id
  const id = toLongId(question.id)
  useEffect(() => {
    if (viewerId !== undefined && isOwn && id !== null) sendAsked(viewerId, id)
  }, [viewerId, isOwn, id])
}
