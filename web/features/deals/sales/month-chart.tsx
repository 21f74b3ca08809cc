import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatCompactMoney, formatMoney } from "#contract/units.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { monthAfter, monthLabel } from "./period.ts";
import type { SalesMonth } from "./sales-queries.ts";

/**
 * Revenue and profit by month, oldest first. Duplicates the accessible table next to it; a separate
 * module because the chart library is large.
 */
export function MonthChart({ months }: { months: SalesMonth[] }) {
  const { currency } = useUnits();
  return (
    <div aria-hidden="true" className="h-72 w-full text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={withGaps(months)} accessibilityLayer={false} barGap={2}>
          <CartesianGrid vertical={false} stroke="hsl(var(--border))" />
          <XAxis
            dataKey="label"
            tickLine={false}
            axisLine={{ stroke: "hsl(var(--input))" }}
            tick={tickStyle}
            minTickGap={12}
          />
          <YAxis
            width={56}
            tickLine={false}
            axisLine={false}
            tick={tickStyle}
            tickFormatter={(amount) => formatCompactMoney(amount, currency)}
          />
          <Tooltip
            formatter={(amount) => formatMoney(Number(amount), currency)}
            cursor={{ fill: "hsl(var(--muted))" }}
            contentStyle={{
              background: "hsl(var(--popover))",
              border: "1px solid hsl(var(--border))",
              borderRadius: 8,
            }}
          />
          <Legend />
          <Bar
            dataKey="revenue"
            name="Ingresos"
            fill="hsl(var(--info-ink))"
            radius={3}
            isAnimationActive={false}
          />
          <Bar
            dataKey="margin"
            name="Margen"
            fill="hsl(var(--primary-ink))"
            radius={3}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

const tickStyle = { fill: "hsl(var(--muted-foreground))", fontSize: 12 };

/** Fills in months without a sale, so that the axis is even. */
function withGaps(months: SalesMonth[]) {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return [];
  const known = new Map(months.map((one) => [one.month, one]));
  const bars = [];
  for (let month = first.month; month <= last.month; month = monthAfter(month, 1)) {
    const { revenue = null, margin = null } = known.get(month) ?? {};
    bars.push({ label: monthLabel(month, "short"), revenue, margin });
  }
  return bars;
}
