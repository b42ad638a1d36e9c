import type { ActionRecord } from '@stoa/contract/features/captcha'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { CaptchaPromptContext } from '../../../kernel/use-mutation.ts'

const CaptchaDialog = lazy(async () => ({
  default: (await import('./captcha-dialog.tsx')).CaptchaDialog,
}))

type Prompt = { captcha: ActionRecord; resolve: (code: string | null) => void }

/** Shows the captcha of a plugin for actions in place, such as a vote. */
export function CaptchaPromptProvider({ children }: { children: ReactNode }) {
  const [prompt, setPrompt] = useState<Prompt>()
  const ask = useCallback(
    (captcha: ActionRecord) =>
      new Promise<string | null>((resolve) => {
        setPrompt((previous) => {
          previous?.resolve(null)
          return { captcha, resolve }
        })
      }),
    [],
  )
  return (
    <CaptchaPromptContext value={ask}>
      {children}
      {prompt && (
        <Suspense>
          <CaptchaDialog
            key={prompt.captcha.captcha_id}
            captcha={prompt.captcha}
            onEnd={(code) => {
              prompt.resolve(code)
              setPrompt(undefined)
            }}
          />
        </Suspense>
      )}
    </CaptchaPromptContext>
  )
}
