import type { ActionRecord } from '@stoa/contract/features/captcha'
import { useState, type SubmitEvent } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CaptchaFrame } from './captcha-frame.tsx'
import { CaptchaImage } from './captcha-image.tsx'

type CaptchaDialogProps = { captcha: ActionRecord; onEnd: (code: string | null) => void }

export function CaptchaDialog({ captcha, onEnd }: CaptchaDialogProps) {
  const t = useTranslate()
  const [showsImage, setShowsImage] = useState(false)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Of the dialog only: it may have been opened from within another form.
    event.stopPropagation()
    const code = new FormData(event.currentTarget).get('captcha_code')
    onEnd(typeof code === 'string' ? code : null)
  }
  return (
    <Dialog
      open
      onOpenChange={() => onEnd(null)}
      title={t('captcha.title')}
      closeLabel={t('dialog.close')}
    >
      {showsImage ? (
        <form onSubmit={submit} className="grid gap-4">
          <CaptchaImage captcha={captcha} error={undefined} />
          <Button type="submit" variant="primary" block>
            {t('captcha.continue')}
          </Button>
        </form>
      ) : (
        <CaptchaFrame
          captcha={captcha}
          onCode={(code) => code !== null && onEnd(code)}
          onImage={() => setShowsImage(true)}
          onEscape={() => onEnd(null)}
        />
      )}
    </Dialog>
  )
}
