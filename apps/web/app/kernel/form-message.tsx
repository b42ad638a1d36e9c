import { useEffect, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import type { FormProblem } from './form-problem.ts'
import { useTranslate } from './visit-context.tsx'

type Message = NonNullable<FormProblem['message']>

type FormMessageProps = {
  message: Message | null
  /** It came after the page: a toast or a dialog can be shown, and will be noticed. */
  isLate: boolean
}

/** A refusal that belongs to no field. */
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
  const show = useToast()
  useEffect(() => show({ text: message.text, tone: 'bad' }), [message, show])
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
      title={t('dialog.refused')}
      description={message.text}
      closeLabel={t('dialog.close')}
      footer={<Button onClick={close}>{t('dialog.close')}</Button>}
    />
  )
}
