import type { UserAnswer, UserQuestion } from '@stoa/contract/features/user-posts'
import { Check } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Count } from '../../../ui/count.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

type TopPost = {
  href: string
  title: string
  score: number
  at: number
  kind: 'question' | 'answer'
  /** Why it is highlighted: "Accepted", "Solved". */
  note: string | undefined
}

type TopPostsProps = {
  /** The link to the whole list. */
  all: { href: string; label: string }
  posts: TopPost[]
}

/** On phones the score and the date are below the title. */
export function TopPosts({ all, posts }: TopPostsProps) {
  const t = useTranslate()
  const { count, date } = useFormats()
  if (posts.length === 0) return null
  return (
    <Section title={t('user_page.top_posts')} aside={<Link href={all.href}>{all.label}</Link>}>
      <ol aria-label={t('user_page.top_posts')}>
        {posts.map((post) => (
          <li
            key={post.href}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line py-2.25 last:border-0 md:grid-cols-[3rem_minmax(0,1fr)_auto]"
          >
            <span
              className={classNames(
                'inline-flex items-center gap-1 text-md font-semibold',
                post.note ? 'text-ok' : 'text-ink-2',
              )}
            >
              {post.note && (
                <>
                  <Check className="icon text-sm stroke-[2.75]" aria-hidden="true" />
                  <span className="sr-only">{post.note}, </span>
                </>
              )}
              <Count text={count(post.score)} />
            </span>
            <h3 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty max-md:order-first max-md:col-span-2">
              <Link
                href={post.href}
                className="hover:text-accent-ink pointer-coarse:inline-flex pointer-coarse:min-h-target pointer-coarse:items-center"
              >
                <bdi>{post.title}</bdi>
              </Link>
            </h3>
            <span className="text-sm whitespace-nowrap text-ink-3">
              {t('user_page.top_post', { kind: post.kind, date: date(post.at) })}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const maxTopPosts = 5

/** The best questions and answers in one list. */
export function useTopPosts(): (answers: UserAnswer[], questions: UserQuestion[]) => TopPost[] {
  const toAnswers = useTopAnswers()
  const toQuestions = useTopQuestions()
  return (answers, questions) =>
    [...toAnswers(answers), ...toQuestions(questions)]
      .toSorted((one, other) => other.score - one.score)
      .slice(0, maxTopPosts)
}

function useTopAnswers(): (answers: UserAnswer[]) => TopPost[] {
  const t = useTranslate()
  const { site } = useVisit()
  return (answers) =>
    answers.map((answer) => ({
      href: answerPath(
        { id: answer.question_id, url_title: answer.question_info.url_title },
        answer.answer_id,
        site.permalink,
      ),
      title: answer.question_info.title,
      score: answer.vote_count,
      at: answer.create_time,
      kind: 'answer',
      note: answer.accepted === 2 ? t('search.accepted') : undefined,
    }))
}

function useTopQuestions(): (questions: UserQuestion[]) => TopPost[] {
  const t = useTranslate()
  const { site } = useVisit()
  return (questions) =>
    questions.map((question) => ({
      href: questionPath({ ...question, id: question.question_id }, site.permalink),
      title: question.title,
      score: question.vote_count,
      at: question.created_at,
      kind: 'question',
      note: question.accepted_answer_id === '0' ? undefined : t('question.solved'),
    }))
}
