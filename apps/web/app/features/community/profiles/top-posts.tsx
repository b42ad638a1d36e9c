import type { UserAnswer, UserQuestion } from '@stoa/contract/features/user-posts'
import { Check } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Count } from '../../../ui/count.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

type TopPost = { href: string; title: string; score: number; at: number; note: string | undefined }

type TopPostsProps = {
  title: string
  /** The link to the whole list. */
  all: { href: string; label: string }
  posts: TopPost[]
}

export function TopPosts({ title, all, posts }: TopPostsProps) {
  const { count, date } = useFormats()
  if (posts.length === 0) return null
  return (
    <Section title={title} aside={<Link href={all.href}>{all.label}</Link>}>
      <ol aria-label={title}>
        {posts.map((post) => (
          <li
            key={post.href}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2.25 last:border-0"
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
            <h3 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty">
              <Link href={post.href} className="hit hover:text-accent-ink">
                <bdi>{post.title}</bdi>
              </Link>
            </h3>
            <span className="text-sm whitespace-nowrap text-ink-3">{date(post.at)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function useTopAnswers(): (answers: UserAnswer[]) => TopPost[] {
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
      note: answer.accepted === 2 ? t('search.accepted') : undefined,
    }))
}

export function useTopQuestions(): (questions: UserQuestion[]) => TopPost[] {
  const t = useTranslate()
  const { site } = useVisit()
  return (questions) =>
    questions.map((question) => ({
      href: questionPath({ ...question, id: question.question_id }, site.permalink),
      title: question.title,
      score: question.vote_count,
      at: question.created_at,
      note: question.accepted_answer_id === '0' ? undefined : t('question.solved'),
    }))
}
