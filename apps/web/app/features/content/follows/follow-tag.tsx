import type { TagItem } from '@stoa/contract/features/tags'
import { Check, Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { loginPathFrom } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useFollow } from './use-follow.ts'

type FollowTagProps = {
  tag: Pick<TagItem, 'tag_id' | 'display_name' | 'is_follower' | 'follow_count'>
  hasCount?: boolean
}

export function FollowTag({ tag, hasCount = false }: FollowTagProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { count: formatCount } = useFormats()
  const { pathname, search } = useLocation()
  const { isFollowed, count, toggle } = useFollow({
    id: tag.tag_id,
    source: tag,
    loaded: { isFollowed: tag.is_follower, count: tag.follow_count },
    revalidates: true,
  })
  const label = (
    <>
      {t(isFollowed ? 'follow.following' : 'follow.follow')}
      <span className="sr-only"> {tag.display_name}</span>
      {hasCount && count > 0 && <span className="numeral text-ink-3">{formatCount(count)}</span>}
    </>
  )
  if (viewer === null) {
    return (
      <ButtonLink size="sm" href={loginPathFrom(pathname + search)} rel="nofollow">
        {label}
      </ButtonLink>
    )
  }
  const Icon = isFollowed ? Check : Plus
  return (
    <Button size="sm" onClick={toggle} icon={<Icon className="icon" aria-hidden="true" />}>
      {label}
    </Button>
  )
}
