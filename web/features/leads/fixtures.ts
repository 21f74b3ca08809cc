import type { Lead } from "#contract/customers/lead.ts";

export const sampleLead: Lead = {
  id: "0b9c3a52-6e0f-4b55-9d2f-3f1c7f2f0a11",
  kind: "vehicle_inquiry",
  recipient_id: "5d2f0f9e-3c1b-4b8e-8a51-0d9e6f7a1c22",
  recipient_name: "Luis",
  dealership_id: null,
  vehicle_id: "9a1c7e44-2b60-4f0d-9c35-6a8b1d2e3f33",
  vehicle_title: "Hyundai Kona 2023",
  name: "Carla Cliente",
  email: "carla@example.com",
  phone: "+13055550100",
  message: null,
  referred_name: null,
  referred_phone: null,
  state: "Nuevo",
  notes: "",
  next_step: "",
  next_step_on: null,
  created_at: "2026-11-21T12:00:00Z",
  updated_at: "2026-11-21T12:00:00Z",
  vehicle: { status: "Disponible", cover: null },
};
