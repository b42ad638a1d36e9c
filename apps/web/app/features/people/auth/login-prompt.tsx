import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { LoginPromptContext, type LoginPrompt } from '../../../kernel/login-redirect.tsx'

const LoginDialog = lazy(async () => ({
  default: (await import('./login-dialog.tsx')).LoginDialog,
}))

/** Shows the dialog that asks visitors to log in. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [prompt, setPrompt] = useState<LoginPrompt>()
  const [isOpen, setOpen] = useState(false)
  const show = useCallback((next: LoginPrompt) => {
    setPrompt(next)
    setOpen(true)
  }, [])
  return (
    <LoginPromptContext value={show}>
      {children}
      {prompt && (
        <Suspense>
          <LoginDialog prompt={prompt} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </LoginPromptContext>
  )
}
