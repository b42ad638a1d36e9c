import { lazy, Suspense, useState } from 'react'
import type { BadgeAward, BadgeAwardSummary } from '@stoa/contract/features/badges'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isStaff } from '../../../kernel/visit.ts'
import { Button } from '../../../ui/button.tsx'

/** Loaded on demand: only staff open it. */
const Dialog = lazy(async () => {
  const module = await import('./take-back-dialog.tsx')
  return { default: module.TakeBackDialog }
})

type TakeBackButtonProps = {
  badge: Pick<BadgeAwardSummary, 'id' | 'name'>
  user: BadgeAward['author_user_info']
}

/** For staff. */
export function TakeBackButton({ badge, user }: TakeBackButtonProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const [isOpen, setOpen] = useState(false)
  if (viewer === null || !isStaff(viewer)) return null
  return (
    <>
      <Button
        variant="ghost"
        data-needs-script=""
        aria-label={t('badge.take_back_from', { name: user.display_name })}
        onClick={() => setOpen(true)}
      >
        {t('badge.take_back')}
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog badge={badge} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
