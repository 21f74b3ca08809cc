import { AdminOverview } from "#web/pages/admin-overview.tsx";

export const meta = () => [{ title: "Vista General | Vitrina" }];

export default AdminOverview;
