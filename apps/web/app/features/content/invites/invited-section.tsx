import type { UserBasic } from '@stoa/contract/features/users'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'

const InviteDialog = lazy(async () => {
  const module = await import('./invite-dialog.tsx')
  return { default: module.InviteDialog }
})

type InvitedSectionProps = {
  questionId: string
  invited: readonly UserBasic[]
  canInvite: boolean
}

export function InvitedSection({ questionId, invited, canInvite }: InvitedSectionProps) {
  const t = useTranslate()
  const toUserSummary = useUserSummary()
  const [open, setOpen] = useState<boolean>()
  if (invited.length === 0 && !canInvite) return null
  return (
    <Section title={t('invite.title')} size="sm">
      {invited.length === 0 ? (
        <p className="text-sm text-ink-2">{t('invite.none')}</p>
      ) : (
        <ul className="grid gap-2 py-1">
          {invited.map((user) => (
            <li key={user.id}>
              <UserLine user={toUserSummary(user)} />
            </li>
          ))}
        </ul>
      )}
      {canInvite && (
        <Button
          size="sm"
          data-needs-script=""
          className="mt-2"
          icon={<UserPlus className="icon" aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('invite.open')}
        </Button>
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <InviteDialog
            open={open}
            onOpenChange={setOpen}
            questionId={questionId}
            invited={invited}
          />
        </Suspense>
      )}
    </Section>
  )
}
