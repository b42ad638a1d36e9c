import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import type { FormProblem } from './rejections.ts'
import { useTranslate } from './visit-context.tsx'

type Message = NonNullable<FormProblem['message']>

type FormMessageProps = {
  message: Message | null
  /** False for a message rendered by the server, where no toast or dialog can open. */
  isLate: boolean
}

export function FormMessage({ message, isLate }: FormMessageProps) {
  if (message === null) return null
  if (isLate && message.kind === 'toast') return <Toast message={message} />
  if (isLate && message.kind === 'modal') return <Modal message={message} />
  return (
    <Notice tone="bad" live>
      {message.text}
    </Notice>
  )
}

function Toast({ message }: { message: Message }) {
  const showToast = useToast()
  useEffect(() => showToast({ text: message.text, tone: 'bad' }), [message, showToast])
  return null
}

function Modal({ message }: { message: Message }) {
  const t = useTranslate()
  const [closed, setClosed] = useState<Message | null>(null)
  const close = () => setClosed(message)
  return (
    <Dialog
      open={closed !== message}
      onOpenChange={close}
      title={t('dialog.failed')}
      description={message.text}
      closeLabel={t('dialog.close')}
      footer={<Button onClick={close}>{t('dialog.close')}</Button>}
    />
  )
}
