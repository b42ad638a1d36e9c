import { ignoreTag } from '@stoa/contract/features/ignored-tags'
import type { TagItem } from '@stoa/contract/features/tags'
import { EyeOff } from 'lucide-react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'

type IgnoreTagProps = { tag: Pick<TagItem, 'tag_id' | 'display_name'>; isIgnored: boolean }

export function IgnoreTag({ tag, isIgnored }: IgnoreTagProps) {
  const t = useTranslate()
  const { run, isSending } = useMutation({
    send: (call, isOn: boolean) => call(ignoreTag, { tag_id: tag.tag_id, is_cancel: !isOn }),
    revalidates: true,
  })
  return (
    <Button
      size="sm"
      variant={isIgnored ? 'secondary' : 'ghost'}
      loading={isSending}
      onClick={() => void run(!isIgnored)}
      icon={<EyeOff className="icon" aria-hidden="true" />}
    >
      {t(isIgnored ? 'ignored_tags.ignored' : 'ignored_tags.ignore')}
      <span className="sr-only"> {tag.display_name}</span>
    </Button>
  )
}
