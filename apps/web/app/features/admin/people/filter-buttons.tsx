import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'

/** `clearHref`: null if nothing is filtered. */
export function FilterButtons({ clearHref }: { clearHref: string | null }) {
  const t = useTranslate()
  return (
    <div className="flex gap-2">
      <Button type="submit" className="min-h-[max(2.5rem,var(--target))]!">
        {t('people.apply')}
      </Button>
      {clearHref !== null && (
        <ButtonLink href={clearHref} variant="ghost" className="min-h-[max(2.5rem,var(--target))]!">
          {t('people.clear')}
        </ButtonLink>
      )}
    </div>
  )
}
