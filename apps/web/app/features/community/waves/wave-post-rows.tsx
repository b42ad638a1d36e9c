import type { WavePost } from '@stoa/contract/features/waves'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Label } from '../../../ui/label.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { commentHref } from '../../content/question-page/question-url.ts'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { useUserSummary } from '../../people/users/use-user-summary.ts'

export function WavePostRows({ posts }: { posts: readonly WavePost[] }) {
  const t = useTranslate()
  const toSummary = useUserSummary()
  const { permalink } = useVisit().site
  return (
    <ol className="mt-4 border-t border-line-strong">
      {posts.map((post) => (
        <li key={post.object_id} className="border-b border-line py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Label>{t(`waves.post_state.${stateOf(post)}`)}</Label>
            <TextLink href={toPath(post, permalink)} className="hit">
              <bdi>{post.title}</bdi>
            </TextLink>
          </p>
          <p dir="auto" className="mt-1 leading-body break-words">
            {post.excerpt}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
            <UserLine user={toSummary(post.user_info)} />
            <RelativeTime at={post.created_at} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function stateOf(post: WavePost) {
  if (post.is_removed) return 'removed'
  if (post.is_left_out) return 'left_out'
  return post.is_held ? 'held' : 'public'
}

function toPath(post: WavePost, permalink: Parameters<typeof questionPath>[1]): string {
  const question = { id: post.question_id, url_title: post.url_title }
  const path =
    post.answer_id === '0'
      ? questionPath(question, permalink)
      : answerPath(question, post.answer_id, permalink)
  return post.object_type === 'comment' ? commentHref(path, post.object_id) : path
}
