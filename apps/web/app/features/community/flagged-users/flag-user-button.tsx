import { Flag } from 'lucide-react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFlagDialog } from '../../content/shared/use-flag-dialog.tsx'

type FlagUserButtonProps = { user: { id: string; username: string } }

/** For members, on profiles of others. */
export function FlagUserButton({ user }: FlagUserButtonProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const flag = useFlagDialog({ id: user.id, kind: 'user' })
  if (viewer === null || viewer.id === user.id || user.username === '') return null
  return (
    <>
      <Button
        data-needs-script=""
        icon={<Flag className="icon" aria-hidden="true" />}
        onClick={flag.open}
      >
        {t('flag.user')}
      </Button>
      {flag.dialog}
    </>
  )
}
