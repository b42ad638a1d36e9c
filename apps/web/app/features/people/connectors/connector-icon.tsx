import { Building2 } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'

type ConnectorIconProps = { icon: string; isOnAccent?: boolean }

/** Logos are drawn for a light background, so they have one in dark mode and on a blue button too. */
export function ConnectorIcon({ icon, isOnAccent = false }: ConnectorIconProps) {
  return (
    <span className="-my-1 grid size-5.5 flex-none place-items-center">
      {icon === '' ? (
        <Building2 className="icon" aria-hidden="true" />
      ) : (
        <img
          src={icon}
          alt=""
          width={22}
          height={22}
          className={classNames(
            'size-full rounded-sm object-contain p-0.5',
            isOnAccent ? 'logo-plate' : 'logo',
          )}
        />
      )}
    </span>
  )
}
