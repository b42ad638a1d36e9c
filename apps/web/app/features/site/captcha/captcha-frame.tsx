import type { ActionRecord } from '@stoa/contract/features/captcha'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

type CaptchaFrameProps = {
  captcha: ActionRecord
  /** Null when the last code has expired. */
  onCode: (code: string | null) => void
  /** The user cannot or does not want to solve it. */
  onImage: () => void
  /** The page does not see keys that are pressed in a frame. */
  onEscape?: () => void
}

/** From the server: `platform/ssr/captcha-frame.ts`. */
type FrameMessage =
  | { type: 'shown' | 'expired' | 'failed' | 'escape' }
  | { type: 'solved'; code: string }
  | { type: 'height'; height: number }

/** Until the frame says that it is there. Services load more after that. */
const patienceMs = 10_000
const heights = { min: 40, first: 80, max: 640 }

/** The captcha of a plugin. It runs in a frame, so that nothing of another site runs in the page. */
export function CaptchaFrame({ captcha, onCode, onImage, onEscape }: CaptchaFrameProps) {
  const t = useTranslate()
  const { locale } = useVisit()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(heights.first)
  const [isShown, setShown] = useState(false)
  const theme = useShownTheme()
  const { plugin, action } = captcha

  const read = useEffectEvent((message: FrameMessage) => {
    if (message.type === 'shown') setShown(true)
    if (message.type === 'solved') onCode(message.code)
    if (message.type === 'expired') onCode(null)
    if (message.type === 'failed') onImage()
    if (message.type === 'escape') onEscape?.()
    if (message.type === 'height')
      setHeight(Math.min(Math.max(message.height, heights.min), heights.max))
  })
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<{ captcha?: FrameMessage }>) => {
      const isFromFrame = origin === location.origin && source === frame.current?.contentWindow
      if (isFromFrame && data.captcha !== undefined) read(data.captcha)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])

  const giveUp = useEffectEvent(onImage)
  useEffect(() => {
    if (isShown) return
    const timer = setTimeout(() => giveUp(), patienceMs)
    return () => clearTimeout(timer)
  }, [isShown])

  return (
    <div className="grid justify-items-start gap-2">
      <iframe
        ref={frame}
        src={`/_captcha/${plugin}?${new URLSearchParams({ action, theme, locale }).toString()}`}
        title={t('captcha.frame')}
        height={height}
        className="block w-full"
      />
      <TextButton onClick={onImage} className="-ms-2">
        {t('captcha.use_image')}
      </TextButton>
    </div>
  )
}

/** What the page shows when the frame is opened. */
function useShownTheme(): 'light' | 'dark' {
  const { theme } = useVisit()
  const [shown] = useState(() => {
    if (theme !== 'system') return theme
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  })
  return shown
}
