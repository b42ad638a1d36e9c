import type { UserBasic } from '@stoa/contract/features/users'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useUserActs } from '../user-moderation/use-user-acts.ts'
import { KeyHint } from './decision-bar.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

const ModerationDialog = lazy(async () => {
  const module = await import('../user-moderation/moderation-dialogs.tsx')
  return { default: module.ModerationDialog }
})

const acts = [
  { name: 'warn', key: 'W' },
  { name: 'silence', key: 'I' },
  { name: 'suspend', key: 'P' },
] as const

/** Warns, silences or suspends a user, by button or key. The toast offers undo. */
export function UserActs({ user }: { user: UserBasic }) {
  const t = useTranslate()
  const tools = useUserActs(user)
  const [dialog, setDialog] = useState<(typeof acts)[number]['name'] | null>(null)
  useDeskKeys(
    Object.fromEntries(acts.map(({ name, key }) => [key.toLowerCase(), () => setDialog(name)])),
  )
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {acts.map(({ name, key }) => (
        <Button key={name} size="sm" onClick={() => setDialog(name)}>
          {t(`user_mod.${name}`)} <KeyHint>{key}</KeyHint>
        </Button>
      ))}
      {dialog !== null && (
        <Suspense fallback={null}>
          <ModerationDialog
            name={dialog}
            user={user}
            hasRemovedPosts={false}
            tools={tools}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
