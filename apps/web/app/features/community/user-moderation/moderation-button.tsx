import { ShieldAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isStaff } from '../../../kernel/visit.ts'
import { Button } from '../../../ui/button.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
import type { ModeratedUser } from './use-user-moderation.ts'

const Panel = lazy(async () => {
  const module = await import('./moderation-panel.tsx')
  return { default: module.ModerationPanel }
})

const panelId = 'user-moderation'

/** A button for staff, and the panel it opens. Null for others. */
export function useModerationPanel(user: ModeratedUser) {
  const { viewer } = useVisit()
  const [moderatedId, setModeratedId] = useState<string | null>(null)
  const isAllowed = viewer !== null && isStaff(viewer) && viewer.id !== user.id
  if (!isAllowed || user.username === '') return { button: null, panel: null }
  const isOpen = moderatedId === user.id
  return {
    button: (
      <ModerationButton isOpen={isOpen} onToggle={() => setModeratedId(isOpen ? null : user.id)} />
    ),
    panel: isOpen ? <UserModeration key={user.id} user={user} /> : null,
  }
}

type ModerationButtonProps = { isOpen: boolean; onToggle: () => void }

function ModerationButton({ isOpen, onToggle }: ModerationButtonProps) {
  const t = useTranslate()
  return (
    <Button
      data-needs-script=""
      aria-expanded={isOpen}
      aria-controls={panelId}
      icon={<ShieldAlert className="icon" aria-hidden="true" />}
      onClick={onToggle}
    >
      {t('user_mod.open')}
    </Button>
  )
}

/** Loaded on demand: only staff open it. */
function UserModeration({ user }: { user: ModeratedUser }) {
  const t = useTranslate()
  return (
    <section
      id={panelId}
      aria-label={t('user_mod.title')}
      className="mt-6 rounded-lg border border-line bg-raised p-4 md:p-6"
    >
      <Suspense fallback={<LinesSkeleton label={t('user_mod.loading')} />}>
        <Panel user={user} />
      </Suspense>
    </section>
  )
}
