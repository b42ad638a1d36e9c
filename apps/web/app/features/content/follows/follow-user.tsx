import { Check, Plus } from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFollowUser } from './use-follow-user.ts'

type FollowUserProps = { user: { id: string; username: string; is_followed: boolean } }

/** On the profiles of others. */
export function FollowUser({ user }: FollowUserProps) {
  const t = useTranslate()
  const { isFollowed, toggle } = useFollowUser({ user, source: user, isFollowed: user.is_followed })
  const Icon = isFollowed ? Check : Plus
  return (
    <Button
      data-needs-script=""
      icon={<Icon className="icon" aria-hidden="true" />}
      onClick={toggle}
    >
      {t(isFollowed ? 'follow.following' : 'follow.follow')}
    </Button>
  )
}
