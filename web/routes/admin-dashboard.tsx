import { AdminOverview } from "./admin-overview.tsx";

export const meta = () => [{ title: "Vista General | Vitrina" }];

export default AdminOverview;
