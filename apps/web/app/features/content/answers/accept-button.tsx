import { Check } from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

type AcceptButtonProps = { isAccepted: boolean; onToggle: () => void }

export function AcceptButton({ isAccepted, onToggle }: AcceptButtonProps) {
  const t = useTranslate()
  return (
    <IconButton
      data-needs-script=""
      label={t('answer.accept')}
      aria-pressed={isAccepted}
      onClick={onToggle}
      className={classNames('[&_svg]:stroke-[2.5]!', isAccepted && 'text-ok! [&_svg]:fill-none!')}
      icon={<Check className="icon text-xl" aria-hidden="true" />}
    />
  )
}
