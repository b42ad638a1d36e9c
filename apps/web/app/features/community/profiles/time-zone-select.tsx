import { useRef } from 'react'
import type { Control } from '../../../kernel/form.tsx'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

type TimeZoneSelectProps = {
  control: Control
  zones: string[]
  onChoose: (zone: string) => void
}

export function TimeZoneSelect({ control, zones, onChoose }: TimeZoneSelectProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const isHydrated = useHydrated()
  const container = useRef<HTMLDivElement>(null)
  const chooseDeviceZone = () => {
    onChoose(Intl.DateTimeFormat().resolvedOptions().timeZone)
    container.current?.querySelector('select')?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div ref={container} className="grid justify-items-start gap-1">
      <Select
        {...control}
        className="w-full"
        options={[
          { value: '', label: t('interface.time_zone_default', { zone: site.timeZone }) },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
      {/* Rendered disabled before hydration, to avoid a layout shift. */}
      <TextButton onClick={chooseDeviceZone} disabled={!isHydrated} className="noscript:hidden">
        {t('interface.use_device_zone')}
      </TextButton>
    </div>
  )
}
