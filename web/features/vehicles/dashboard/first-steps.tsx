import { ArrowRight, Check, X } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { Profile } from "#web/session/session-user.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { stepMessages } from "../messages.ts";
import type { InventoryVehicle } from "../queries.ts";
import { useHasShared } from "../share/remember-shared.ts";
import { vehicleLinks } from "../vehicle-links.ts";

type FirstStepsProps = {
  dealership: Profile;
  vehicles: InventoryVehicle[];
  /** Hides the steps for the account. */
  onHide: () => void;
  hiding: boolean;
};

/**
 * Onboarding steps of a dealership: WhatsApp, logo, first vehicle, publish, share. Hidden when done
 * or dismissed.
 */
export function FirstSteps({ dealership, vehicles, onHide, hiding }: FirstStepsProps) {
  const titleId = useId();
  const shared = useHasShared(dealership.id);
  const steps = firstSteps(dealership, vehicles, shared);
  const done = steps.filter((step) => step.done).length;
  if (dealership.config?.first_steps?.hidden || done === steps.length) return null;
  const next = steps.find((step) => !step.done);
  // On phones they fill the empty inventory, and shrink to one line once there are vehicles.
  const isNew = vehicles.length === 0;
  return (
    <Card
      role="region"
      aria-labelledby={titleId}
      className={classNames(
        "grid items-center gap-x-2 print:hidden sm:grid-cols-[1fr_auto] sm:gap-x-3 sm:gap-y-2 sm:px-5 sm:py-3 lg:grid-cols-[auto_1fr_auto]",
        isNew ? "grid-cols-[1fr_auto] py-2 pl-4" : "grid-cols-[auto_minmax(0,1fr)_auto] pl-3",
      )}
    >
      <div
        className={classNames(
          "sm:flex sm:items-baseline sm:gap-x-2.5 lg:block",
          isNew && "flex items-baseline gap-x-2.5",
        )}
      >
        <h2
          id={titleId}
          className={classNames(
            "font-semibold tracking-tight",
            !isNew && "max-sm:text-2xs max-sm:leading-4",
          )}
        >
          {stepMessages.title}
        </h2>
        <p
          className={classNames(
            "numeric text-muted-foreground text-sm",
            !isNew && "max-sm:text-2xs",
          )}
        >
          {`${done} de ${steps.length}`}
        </p>
      </div>
      <ol
        className={classNames(
          "sm:order-last sm:col-span-2 sm:m-0 sm:flex-wrap sm:p-0 lg:order-none lg:col-span-1 lg:px-3",
          isNew
            ? "order-last col-span-2 grid pr-4 sm:flex sm:gap-2"
            : "strip max-sm:pr-6 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)]",
        )}
      >
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={classNames(
              "flex max-sm:shrink-0 sm:flex-1",
              step.done && !isNew && "max-sm:hidden",
            )}
          >
            <StepCard {...step} number={index + 1} isNext={step === next} />
          </li>
        ))}
      </ol>
      <Button
        variant="ghost"
        size="sm"
        loading={hiding}
        onClick={onHide}
        className="px-3 text-muted-foreground"
      >
        <X aria-hidden="true" className="sm:hidden" />
        <span className="max-sm:sr-only">{stepMessages.hide}</span>
      </Button>
    </Card>
  );
}

type Step = { title: string; done: boolean; to: string };

/**
 * The steps that this dealership may take, with links. Sharing is done once a link was copied on
 * this device or a visitor opened a vehicle.
 */
export function firstSteps(
  dealership: Pick<Profile, "config">,
  vehicles: Pick<InventoryVehicle, "id" | "published" | "views">[],
  shared: boolean,
): Step[] {
  const { profile, features } = dealership.config ?? {};
  const published = vehicles.find((vehicle) => vehicle.published);
  const vehicle = published ?? vehicles[0];
  const page = vehicle ? vehicleLinks.detail(vehicle.id) : "/add-vehicle";
  const mayAdd = features?.canAddVehicles !== false;
  const steps = [
    {
      title: stepMessages.whatsapp,
      done: Boolean(profile?.whatsapp),
      to: "/settings#whatsapp",
      allowed: true,
    },
    {
      title: stepMessages.logo,
      done: Boolean(profile?.logo),
      to: "/settings",
      allowed: features?.canEditPublicPage !== false,
    },
    {
      title: stepMessages.vehicle,
      done: vehicles.length > 0,
      to: "/add-vehicle",
      allowed: mayAdd,
    },
    {
      title: stepMessages.publish,
      done: published !== undefined,
      to: page,
      allowed: mayAdd || vehicle !== undefined,
    },
    {
      title: stepMessages.share,
      done: shared || vehicles.some(({ views }) => views > 0),
      to: page,
      allowed: mayAdd || vehicle !== undefined,
    },
  ];
  return steps
    .filter(({ done, allowed }) => done || allowed)
    .map(({ title, done, to }) => ({ title, done, to }));
}

/** A step: done (hidden on phones) or a link; the next one is highlighted. */
function StepCard(props: Step & { number: number; isNext: boolean }) {
  const { title, done, to, number, isNext } = props;
  const box =
    "flex w-full items-center gap-2 rounded-lg text-sm max-sm:h-11 sm:min-h-12 sm:border sm:px-2.5 sm:py-2";
  if (done) {
    return (
      <p className={classNames(box, "border-transparent bg-muted text-muted-foreground")}>
        <Check aria-hidden="true" className="size-5 shrink-0 text-success-ink" />
        <span>
          <span>{`${title} `}</span>
          <span className="sr-only">(hecho)</span>
        </span>
      </p>
    );
  }
  return (
    <Link
      to={to}
      className={classNames(
        box,
        "group font-medium transition-colors sm:hover:bg-muted",
        isNext && "sm:border-primary",
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          "numeric grid size-5 shrink-0 place-items-center rounded-full bg-muted font-semibold text-2xs",
          isNext && "bg-primary text-primary-foreground",
        )}
      >
        {number}
      </span>
      <span className="min-w-0 flex-1">{title}</span>
      <ArrowRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted-foreground transition-transform group-hover:translate-x-0.5 max-sm:hidden"
      />
    </Link>
  );
}
